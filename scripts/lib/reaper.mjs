/**
 * Ends what we started when we cannot do so ourselves. A small shell of its own session holds the other end of a pipe,
 * is told who lives, and acts when the pipe closes: however we went, by a second Ctrl-C, a crash or SIGKILL.
 */
import { spawn } from 'node:child_process';

/** `+ pid` and `- pid` tell who lives; `@ file` names a PostgreSQL by its `postmaster.pid`. */
const SHELL = `
pids= file=
while read -r sign what; do
  case $sign in
    +) pids="$pids $what" ;;
    -) left=; for pid in $pids; do [ "$pid" = "$what" ] || left="$left $pid"; done; pids=$left ;;
    @) file=$what ;;
  esac
done
[ -n "$file" ] && [ -s "$file" ] && pids="$pids $(head -n 1 "$file")"
for pid in $pids; do kill -CONT "$pid"; kill -TERM "$pid"; done 2>/dev/null
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  alive=; for pid in $pids; do kill -0 "$pid" 2>/dev/null && alive=1; done
  [ -z "$alive" ] && exit 0
  sleep 0.1
done
for pid in $pids; do kill -KILL "$pid"; done 2>/dev/null`;

/** Ends what it is told of when it is closed or this process has gone. Without a shell on the machine it does nothing. */
export function startReaper() {
  const shell = spawn('/bin/sh', ['-c', SHELL], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // Without one we end things ourselves, as long as we live.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref?.();
  const tell = (line) => shell.stdin.write(`${line}\n`);
  return {
    /** Ends this process with us, unless it has ended before. */
    keep(child) {
      if (child.pid === undefined) return;
      tell(`+ ${child.pid}`);
      child.once('exit', () => tell(`- ${child.pid}`));
    },
    /** Ends the PostgreSQL whose process stands in this file. */
    keepPostgres: (pidFile) => tell(`@ ${pidFile}`),
    close: () => shell.stdin.end(),
  };
}
