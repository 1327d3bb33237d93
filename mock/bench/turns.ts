/**
 * A module to preload: prints at the end of the program the longest time since SIGUSR2 for which its thread worked
 * without a pause, during which all other requests waited.
 */
let last = process.threadCpuUsage();
let longest = 0;

function look(): void {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}

setInterval(look, 1).unref();
// Work before this signal, such as the start, does not count.
process.on('SIGUSR2', () => {
  look();
  longest = 0;
});
process.once('exit', () => console.log(`longest turn: ${longest.toFixed(1)} ms of CPU time`));
