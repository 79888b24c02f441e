import {
  addCrewPasskey,
  addPasskey,
  listCrewPasskeys,
  listPasskeys,
  removeCrewPasskey,
  removePasskey,
  renameCrewPasskey,
  renamePasskey,
  startCrewPasskey,
  startPasskey,
} from '../contract/passkey.ts'

/** The calls of an owner of passkeys: a traveller or an employee. */
export type PasskeyCalls = typeof travellerPasskeys | typeof crewPasskeys

export const travellerPasskeys = {
  list: listPasskeys,
  start: startPasskey,
  add: addPasskey,
  rename: renamePasskey,
  remove: removePasskey,
}

export const crewPasskeys = {
  list: listCrewPasskeys,
  start: startCrewPasskey,
  add: addCrewPasskey,
  rename: renameCrewPasskey,
  remove: removeCrewPasskey,
}
