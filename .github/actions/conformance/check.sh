#!/usr/bin/env bash
# Checks a server, and tells the run of the workflow what came of it. Exit codes are those of the suite.
set -uo pipefail
mkdir -p "$REPORTS"
report="$REPORTS/conformance"
# A list of arguments, as on a command line: quotes keep words together, and nothing else is expanded.
given=()
while IFS= read -r -d '' word; do given+=("$word"); done < <(xargs printf '%s\0' <<<"$ARGUMENTS")
npx --yes "$SUITE" "${given[@]}" --json "$report.json" --html "$report.html" --junit "$report.xml" --markdown "$report.md"
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
