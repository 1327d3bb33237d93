#!/usr/bin/env bash
# Reviews a change, and tells the run of the workflow what came of it. Exit codes are those of the review.
set -uo pipefail
sources="$(cd "$GITHUB_ACTION_PATH/../../.." && pwd)"
# The action runs from its own git ref: nothing has to be published.
if [ ! -d "$sources/node_modules/js-yaml" ]; then
  (cd "$sources" && npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
    --workspace @wallet-services/review --workspace @wallet-services/kit >&2) || exit 3
fi
mkdir -p "$REPORTS"
report="$REPORTS/review"
# A list of arguments, as on a command line: quotes keep words together, and nothing else is expanded.
given=()
while IFS= read -r -d '' word; do given+=("$word"); done < <(xargs printf '%s\0' <<<"$ARGUMENTS")
[ -z "$ARGUMENTS" ] && given=()
node "$sources/review/cli.ts" ${given[@]+"${given[@]}"} --document --fail-on "$FAIL_ON" \
  --json "$report.json" --html "$report.html" --markdown "$report.md" --sarif "$report.sarif" \
  --github "$report.annotations" -- "$OLD" "$NEW"
code=$?
case $code in
  0) verdict=passes ;;
  1) verdict=breaks ;;
  3) verdict=unclear ;;
  *) verdict='' ;;
esac
[ -f "$report.md" ] || verdict=''
echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
[ -f "$report.md" ] || exit "$code"
cat "$report.annotations"
cat "$report.md" >>"$GITHUB_STEP_SUMMARY"
if [ "$COMMENT" = true ] && [ -n "$PULL_REQUEST" ]; then
  marker='<!-- review of the API -->'
  body="$report.comment"
  { echo "$marker"; cat "$report.md"; } >"$body"
  comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
  known="$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)"
  if [ -n "$known" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" -F "body=@$body" --silent
  else
    gh api --method POST "$comments" -F "body=@$body" --silent
  fi || echo '::warning::the comment could not be written: the job needs the permission pull-requests, write'
fi
exit "$code"
