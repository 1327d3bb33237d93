# Sourced by the scripts of the actions: the array `command` becomes a command of this repository.
#
# Needs PACKAGE and SCRIPT, its package and its npm script here, VERSION, the version of the package, and ARGUMENTS. Without a
# version it runs what stands in this checkout, at the ref that the workflow names behind `uses:`; nothing has to be published.
checkout="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
if [ -n "${VERSION:-}" ]; then
  command=(npx --yes "@wallet-services/$PACKAGE@$VERSION")
else
  npm --prefix "$checkout" run --silent "pre$SCRIPT" || exit 2
  PATH="$checkout/node_modules/.bin:$PATH"
  # `node FLAGS FILE`, but where the workflow is: npm would run it in the checkout.
  read -ra command < <(node -p "require('$checkout/package.json').scripts['$SCRIPT']")
  command=("${command[@]/#.\//"$checkout/"}")
  last=$((${#command[@]} - 1))
  command[last]="$checkout/${command[last]}"
fi
# A list of arguments, as on a command line: quotes keep words together, and nothing else is expanded.
if [[ $ARGUMENTS =~ [^[:space:]] ]]; then
  while IFS= read -r -d '' word; do command+=("$word"); done < <(xargs printf '%s\0' <<<"$ARGUMENTS")
fi
