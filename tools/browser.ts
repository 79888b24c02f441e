import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Where Linux distributions, macOS and Chrome's own packages install Chromium. */
const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Debian's headless build, which needs half the CPU time of the full one. */
const headlessPaths = ['/usr/bin/chromium-headless-shell']

const findPlaywrightBrowser = () => {
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : null
}

type BrowserOptions = {
  headed?: boolean
}

/** Path of an installed Chromium: `CHROMIUM_PATH`, Playwright's, or the system's. Null without one. */
export function findBrowser({ headed = false }: BrowserOptions = {}): string | null {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH isn’t a file: ${CHROMIUM_PATH}`)
    return CHROMIUM_PATH
  }
  const places = headed ? browserPaths : [...headlessPaths, ...browserPaths]
  return findPlaywrightBrowser() ?? places.find((path) => existsSync(path)) ?? null
}

/** Like `findBrowser`, but installs Playwright's build if none is found. Throws if that fails. */
export function requireBrowser(options: BrowserOptions = {}): string {
  const found = findBrowser(options)
  if (found) return found
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // The error below explains what to do.
  }
  const installed = findPlaywrightBrowser()
  if (installed) return installed
  throw new Error(
    'Chromium not found. Install it (Debian: apt install chromium), or set CHROMIUM_PATH to its path.',
  )
}
