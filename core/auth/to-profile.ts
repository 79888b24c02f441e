import type { UserProfile } from '../contract/user.ts'
import type { Profile } from './auth.types.ts'

/** The profile as the app holds it: its times are dates (spec section 3). */
export const toProfile = (profile: UserProfile): Profile => ({
  ...profile,
  updateTime: new Date(profile.updateTime),
  createTime: new Date(profile.createTime),
})
