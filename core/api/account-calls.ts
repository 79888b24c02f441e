/** Calls of a signed-in traveller, so that no visitor loads them. */
export { countUnread, unreadTypes } from './contract/notification.ts'
export { getProfiles, saveDevice, signOut } from './contract/user.ts'
