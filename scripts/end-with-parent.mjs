/** Exits when the parent is gone, even if it was killed and forwarded no signal. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
