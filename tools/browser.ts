import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Where Debian, Ubuntu, Fedora, macOS and Chrome's own packages put a Chromium. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Debian's Chromium without windows. It needs half the processor's time that the whole one needs. */
const headlessPlaces = ['/usr/bin/chromium-headless-shell']

const playwrightsOwn = () => {
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : null
}

type Wish = {
  /** It must be able to show windows. */
  headed?: boolean
}

/** A Chromium that is on this machine: `CHROMIUM_PATH`, Playwright's own, or the system's. Null when there is none. */
export function findBrowser({ headed = false }: Wish = {}): string | null {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names no file: ${CHROMIUM_PATH}`)
    return CHROMIUM_PATH
  }
  const places = headed ? usualPlaces : [...headlessPlaces, ...usualPlaces]
  return playwrightsOwn() ?? places.find((path) => existsSync(path)) ?? null
}

/** The same, after an attempt to install Playwright's own; throws one clear line when none can be had. */
export function requireBrowser(wish: Wish = {}): string {
  const found = findBrowser(wish)
  if (found) return found
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // The line below says what to do.
  }
  const installed = playwrightsOwn()
  if (installed) return installed
  throw new Error('No Chromium: install one (Debian: apt install chromium) or name one with CHROMIUM_PATH.')
}
