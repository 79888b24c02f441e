import { PhoneEntry } from './PhoneEntry.tsx'

/** `/sign/up`: the same steps, in the words of a first time. */
export default function SignUp() {
  return <PhoneEntry purpose="signUp" />
}
