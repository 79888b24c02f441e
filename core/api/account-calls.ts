/** What the app asks for whoever is signed in, so that no visitor loads it. */
export { countUnread, unreadTypes } from './contract/notification.ts'
export { getProfiles, saveDevice, signOut } from './contract/user.ts'
