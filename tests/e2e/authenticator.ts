import type { CDPSession, Page } from '@playwright/test'

export type VirtualAuthenticator = {
  /** Whether its user agrees to what the page asks. */
  setAgreeing(agrees: boolean): Promise<void>
  /** Removes its passkeys, as in the device's settings. */
  clear(): Promise<void>
}

/** Adds a device's own authenticator, with a screen lock that its user has opened. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setAgreeing: async (agrees) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: agrees })
    },
    clear: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
