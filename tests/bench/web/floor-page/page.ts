/** The smallest page with our libraries: one button, whose tap sends an event to an actor. */
import { useSelector } from '@xstate/react'
import { ofetch } from 'ofetch'
import { createElement as element, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FormattedMessage, IntlProvider } from 'react-intl'
import { Route, Switch } from 'wouter'
import { assign, createActor, fromPromise, setup } from 'xstate'

const counterMachine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'counter.add' } | { type: 'counter.load' },
  },
  actors: { load: fromPromise(() => ofetch('/count.json')) },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
}).createMachine({
  context: { count: 0 },
  initial: 'counting',
  states: {
    counting: { on: { 'counter.add': { actions: 'add' }, 'counter.load': 'loading' } },
    loading: { invoke: { src: 'load', onDone: 'counting', onError: 'counting' } },
  },
})
const counter = createActor(counterMachine).start()

function Counter() {
  const count = useSelector(counter, ({ context }) => context.count)
  return element(
    'button',
    { type: 'button', onClick: () => counter.send({ type: 'counter.add' }) },
    element(FormattedMessage, { id: 'orders.inProgress', values: { count } }),
  )
}

// Typed like the app's messages, with a single message.
const messages = { 'orders.inProgress': '{count, plural, one {# bag} other {# bags}}' } as never
const page = element(Switch, null, element(Route, { path: '/', component: Counter }))
createRoot(document.getElementById('root') as HTMLElement).render(
  element(StrictMode, null, element(IntlProvider, { locale: 'en-US', messages }, page)),
)
