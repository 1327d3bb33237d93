#!/usr/bin/env bash
# Starts a server beside the steps of a job, and waits until it is ready. It ends with the job.
set -uo pipefail
# shellcheck source=command.sh
source "$(dirname "${BASH_SOURCE[0]}")/command.sh"
log="${RUNNER_TEMP:-/tmp}/wallet-services-$SCRIPT.log"
# In a process group of its own: npx, which starts the server, may end before it.
set -m
nohup "${command[@]}" >"$log" 2>&1 </dev/null &
server=$!
for _ in $(seq "${SECONDS_TO_START:-180}"); do
  if grep -qi 'Ctrl-C' "$log"; then
    cat "$log"
    # "  lending   http://127.0.0.1:4000/lending" becomes lending=http://127.0.0.1:4000/lending
    sed -nE 's/^ +([a-z]+) +(http:[^ ]+).*/\1=\2/p' "$log" >>"$GITHUB_OUTPUT"
    echo "pid=$server" >>"$GITHUB_OUTPUT"
    exit 0
  fi
  kill -0 "$server" 2>/dev/null || break
  sleep 1
done
cat "$log" >&2
echo "$PACKAGE did not start" >&2
kill -- "-$server" 2>/dev/null
exit 1
