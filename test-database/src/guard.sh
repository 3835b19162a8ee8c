# Keeps a PostgreSQL for the process that holds the other end of standard input: starts and stops it
# as the lines there say, and stops and removes it when there are no more, because that process has
# ended, however it did.
#
# Arguments: the folder of PostgreSQL's programs, the folder for temporary ones, and further lines of
# the configuration. The answer to each line is what was printed, and then `done` or `failed`.

# Nobody who ends that process by a signal shall end this one; and it may no longer read answers.
trap '' HUP INT TERM PIPE
exec 2>&1
programs=$1

answer() {
    if [ "$1" -eq 0 ]; then echo done; else echo failed; fi
}

folder=$(mktemp -d "$2/katarenga-postgres-XXXXXX") || { answer 1; exit; }
data=$folder/data
log=$folder/log

create() {
    "$programs/initdb" --pgdata="$data" --username=postgres --auth=trust --encoding=UTF8 \
        --locale="$1" --lc-messages=C --no-sync </dev/null >"$log"
}

stop() {
    "$programs/pg_ctl" stop --pgdata="$data" --mode=immediate --silent </dev/null
}

{ create C.UTF-8 || create C; } && printf '%s\n' "$3" >>"$data/postgresql.conf" && echo "$folder"
answer $?

while read -r command port; do
    case $command in
    start)
        "$programs/pg_ctl" start --pgdata="$data" --log="$log" --options="-p $port" --silent \
            --wait --timeout=60 </dev/null || { tail -n 5 "$log"; false; }
        ;;
    stop)
        stop
        ;;
    esac
    answer $?
done

stop
rm -rf "$folder"
