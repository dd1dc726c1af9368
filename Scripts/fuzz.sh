#!/usr/bin/env bash
# Fuzzes seam with libFuzzer: a line a target, and the input where a property does not hold.
#
#   Scripts/fuzz.sh                      every target for 60 seconds
#   Scripts/fuzz.sh half stomp 600       these targets for ten minutes each
#   Scripts/fuzz.sh half crash-1234      the target once, with that input
#
# Seeds are made from fixtures/ and, where it is there, ../shared; the corpus lives in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."

all=(packets fragments half pcap pcapng capture spec delimiter line fixed varint length tlc stomp presets layers)
targets=()
seconds=60
input=
for word in "$@"; do
    if [[ $word =~ ^[0-9]+$ ]]; then
        seconds=$word
    elif [[ " ${all[*]} " == *" $word "* ]]; then
        targets+=("$word")
    elif [ -f "$word" ]; then
        input=$word
    else
        echo "fuzz.sh: '$word' is no target (${all[*]}), no number of seconds and no file" >&2
        exit 2
    fi
done
[ ${#targets[@]} -gt 0 ] || targets=("${all[@]}")

# gold hangs with libFuzzer, and Swift's own backtraces would come before libFuzzer's.
export SWIFT_BACKTRACE=enable=no
swift build --package-path Fuzz -c release --sanitize fuzzer -Xswiftc -use-ld=lld >&2
fuzzer=Fuzz/.build/release/SeamFuzz

if [ -n "$input" ]; then
    SEAM_FUZZ_TARGET=${targets[0]} exec "$fuzzer" "$input"
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/seam-fuzz.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cp "$fuzzer" "$folder/fuzzer" # a build in the meantime does not disturb
fuzzer=$folder/fuzzer
{ find fixtures ../shared/truth ../shared/corpus -name '*.pcap*' -type f -size -1024k 2>/dev/null || true; } | sort |
    SEAM_FUZZ_SEEDS="$folder/seeds" xargs "$fuzzer"

status=0
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target" fuzz-corpus
    if SEAM_FUZZ_TARGET=$target "$fuzzer" "$folder/corpus/$target" "$folder/seeds/$target" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="fuzz-corpus/$target-" >"$folder/$target.log" 2>&1; then
        result=fine
    else
        result=FAILED
        status=1
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log")
    covered=$(grep -o 'cov: [0-9]*' "$folder/$target.log" | tail -1 || true)
    printf '%-10s %-6s %10s runs in %s s, %s\n' "$target" "$result" "${runs:-no}" "$seconds" "${covered:-cov: none}"
    [ "$result" = fine ] || grep -E '^seam-fuzz:|^SUMMARY|Fatal error|Test unit written' "$folder/$target.log" || true
done
exit $status
