import { useEffect } from 'react'

/** Keeps the screen on while the page is seen. A device that cannot, or saves its battery, goes on as it does. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isLeft = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // The browser lets go of it whenever the page is hidden.
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isLeft) await held?.release()
      else lock = held
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
