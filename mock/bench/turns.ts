/**
 * Preloaded into a program, this prints at its end how long its thread worked without a pause, at most since SIGUSR2: so
 * long everything else waited, whatever else the machine did.
 */
let last = process.threadCpuUsage();
let longest = 0;

function look(): void {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}

setInterval(look, 1).unref();
// What it took to start does not count.
process.on('SIGUSR2', () => {
  look();
  longest = 0;
});
process.once('exit', () => console.log(`longest turn: ${longest.toFixed(1)} ms of CPU time`));
