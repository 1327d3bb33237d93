#!/usr/bin/env bash
# Checks a server, and adds the verdict to the run of the workflow. Exit codes are those of the suite.
set -uo pipefail
PACKAGE=conformance SCRIPT=check
# shellcheck source=../command.sh
source "$(dirname "${BASH_SOURCE[0]}")/../command.sh"
mkdir -p "$REPORTS"
report="$REPORTS/conformance"
"${command[@]}" --json "$report.json" --html "$report.html" --junit "$report.xml" --markdown "$report.md"
code=$?
case $code in
  0) verdict=conformant ;;
  1) verdict='not conformant' ;;
  3) verdict=undecided ;;
  *) verdict='' ;;
esac
echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
[ -f "$report.md" ] && cat "$report.md" >>"$GITHUB_STEP_SUMMARY"
exit $code
