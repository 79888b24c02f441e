import { PhoneEntry } from './PhoneEntry.tsx'

/** `/sign/in` */
export default function SignIn() {
  return <PhoneEntry purpose="signIn" />
}
