import { Tabs } from '@base-ui/react/tabs'
import { createOngoingCount } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Page } from '../../ui/index.ts'
import styles from './OrderCategory.module.css'
import { OrdersOfView } from './OrdersOfView.tsx'
import { useView, viewNames } from './useView.ts'

/** The traveller's orders by view (spec section 4, customer audience). */
export default function OrderCategory() {
  const intl = useIntl()
  const [view, showView] = useView()
  const count = useSelector(useScreenActor(createOngoingCount), ({ context }) => context)
  const summary = count !== undefined && intl.formatMessage({ id: 'orders.inProgress' }, { count })
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'orders.title' })} />}>
      <Tabs.Root value={view} onValueChange={showView}>
        <Tabs.List
          className={styles.tabs}
          activateOnFocus={false}
          aria-label={intl.formatMessage({ id: 'orders.views' })}
        >
          {viewNames.map((name) => (
            <Tabs.Tab className={styles.tab} key={name} value={name}>
              {intl.formatMessage({ id: `orders.view.${name}` })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {viewNames.map((name) => (
          <Tabs.Panel className={styles.panel} key={name} value={name} tabIndex={-1}>
            <OrdersOfView name={name} summary={summary} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Page>
  )
}
