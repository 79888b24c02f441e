/** Ends this process once its parent is gone, also one that was killed and passed no signal on. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
