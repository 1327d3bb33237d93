#!/bin/sh
# Adds to each image that is built on or composed the digest that its tag has now, so that a build can be repeated:
#   deploy/pin.sh [folder, default: that of this script]
# Only the registry knows digests: needs Docker with buildx, and access to it. Dependabot keeps them up to date.
set -eu
folder=${1:-$(dirname "$0")}
for file in "$folder/Dockerfile" "$folder/compose.yaml"; do
  for image in $(sed -nE 's/^(FROM|    image:) ([a-z][a-z0-9.\/-]*:[A-Za-z0-9._-]+).*/\2/p' "$file"); do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    echo "$digest" | grep -qE '^sha256:[0-9a-f]{64}$' || { echo "$image has no digest: $digest" >&2; exit 1; }
    sed -E "s#($image)(@sha256:[0-9a-f]+)?( |\$)#\1@$digest\3#" "$file" > "$file.pinned"
    cat "$file.pinned" > "$file"
    rm "$file.pinned"
    echo "$file: $image@$digest"
  done
done
