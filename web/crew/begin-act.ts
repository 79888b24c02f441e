import { type ActName, proofOf, type StopActor, selectAct } from '@handsfree/core/crew'

/** Acts without proof leave with one tap; the others open their form. */
export function beginAct(stop: StopActor, act: ActName): void {
  if (selectAct(stop.getSnapshot()) !== act) stop.send({ type: 'act.drop' })
  stop.send({ type: 'act.choose', act })
  if (proofOf(act) === 'none') stop.send({ type: 'act.send' })
}
