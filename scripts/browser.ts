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

const playwrightsOwn = () => {
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : null
}

/** A Chromium that is on this machine: `CHROMIUM_PATH`, Playwright's own, or the system's. Null when there is none. */
export function findBrowser(): string | null {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names no file: ${CHROMIUM_PATH}`)
    return CHROMIUM_PATH
  }
  return playwrightsOwn() ?? usualPlaces.find((path) => existsSync(path)) ?? null
}

/** The same, after an attempt to install Playwright's own; throws one clear line when none can be had. */
export function requireBrowser(): string {
  const found = findBrowser()
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
