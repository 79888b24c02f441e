import * as v from 'valibot'
import { SignedInDevice } from './account.ts'
import { getCall, postCall } from './call.ts'
import { Empty, Id } from './common.ts'
import { CrewSession, NewPin, Pin, TypedPassword } from './crew.ts'

/** The tablet's own token, which only lists people and takes their PINs. */
const TabletToken = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/))

export const TabletSite = v.object({ siteId: Id, name: v.string() })
export type TabletSite = v.InferOutput<typeof TabletSite>

/** A site's shared tablet as its own device stores it. */
export const TabletAccess = v.object({ token: TabletToken, deviceId: Id, site: TabletSite })
export type TabletAccess = v.InferOutput<typeof TabletAccess>

/** Someone who can unlock a tablet. */
export const TabletPerson = v.object({ employeeId: Id, name: v.string() })
export type TabletPerson = v.InferOutput<typeof TabletPerson>

/** A shared tablet as its site and operators see it. */
export const Tablet = v.object({ ...SignedInDevice.entries, site: TabletSite })
export type Tablet = v.InferOutput<typeof Tablet>

export const setCrewPin = postCall('/crew/pin', {
  summary:
    'Sets the PIN with which an employee of a site unlocks its shared tablets, and locks those that they use. Fails with 2006 without a password, unless the employee signed in during the last 10 minutes, and with 2001 like `signInEmployee` for a wrong one. Fails with 1011 on a shared tablet, and with 1008 for a PIN that is easy to guess.',
  audience: 'operator',
  roles: ['site'],
  body: v.strictObject({ pin: NewPin, password: v.optional(TypedPassword, '') }),
  result: Empty,
  errors: [2001, 2006],
})

export const startTablet = postCall('/crew/tablets', {
  summary:
    'Makes this device a shared tablet of the employee’s site, and ends their own session on it. Fails with 2006 without a PIN, and with 1011 on a shared tablet.',
  audience: 'operator',
  roles: ['site'],
  body: v.strictObject({}),
  result: TabletAccess,
  errors: [2006],
})

export const listTablets = getCall('/crew/tablets', {
  summary: 'Returns the shared tablets of the employee’s site, of all sites for operators. Last used first.',
  audience: 'operator',
  roles: ['operator', 'site'],
  result: v.array(Tablet),
})

export const endTablet = postCall('/crew/tablets/{deviceId}/end', {
  summary:
    'Signs out a shared tablet and everyone on it. Fails with 1002 for an unknown one and for another site’s.',
  audience: 'operator',
  roles: ['operator', 'site'],
  params: v.strictObject({ deviceId: Id }),
  body: v.strictObject({}),
  result: Empty,
  errors: [1002],
})

export const readTablet = postCall('/crew/tablet', {
  summary:
    'Returns a shared tablet’s site, and the people who can unlock it: employees of the site with a PIN. Fails with 1002 for an unknown tablet or one that was signed out.',
  audience: 'anyone',
  body: v.strictObject({ tablet: TabletToken }),
  result: v.object({ site: TabletSite, people: v.array(TabletPerson) }),
  errors: [1002],
})

export const unlockTablet = postCall('/crew/tablet/sessions', {
  summary:
    'Signs in one person on a shared tablet by PIN, and signs out the previous one. The session ends 10 minutes after the last `extendTabletSession`. Fails with 2001 and `{ triesLeft, retryAfter }` for a wrong PIN and for someone who can’t unlock it, with 1002 for an unknown tablet, and with 2010 if the site is closed.',
  audience: 'anyone',
  body: v.strictObject({ tablet: TabletToken, employeeId: Id, pin: Pin }),
  result: CrewSession,
  errors: [1002, 2001, 2005, 2010],
})

export const extendTabletSession = postCall('/crew/tablet/extend', {
  summary:
    'Reports that someone is using a shared tablet, which keeps their session. Other calls don’t: pages also make them by themselves. Has no effect on other sessions.',
  audience: 'operator',
  roles: ['site'],
  body: v.strictObject({}),
  result: Empty,
})

export const resetEmployeePin = postCall('/operator/employees/{employeeId}/pin/reset', {
  summary:
    'Removes an employee’s PIN, and locks the shared tablets that they use. They set a new one in their account or with an invitation.',
  audience: 'operator',
  params: v.strictObject({ employeeId: Id }),
  body: v.strictObject({}),
  result: Empty,
  errors: [2000],
})
