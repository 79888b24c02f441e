import { createOngoingCount } from '@handsfree/core/order'
import { selectValue } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Page, Tabs } from '../../ui/index.ts'
import styles from './OrderCategory.module.css'
import { OrdersOfView } from './OrdersOfView.tsx'
import { useView, viewNames } from './useView.ts'

/** The traveller's orders by view (spec section 4, customer audience). */
export default function OrderCategory() {
  const intl = useIntl()
  const [view, showView] = useView()
  // The tab answers the tap at once, its orders come with the frame after.
  const shown = useDeferredValue(view)
  const counting = useScreenActor(createOngoingCount)
  const count = useSelector(counting, selectValue(counting))
  const summary = count !== null && intl.formatMessage({ id: 'orders.inProgress' }, { count })
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'orders.title' })} />}>
      <Tabs
        label={intl.formatMessage({ id: 'orders.views' })}
        tabs={viewNames.map((name) => ({ name, label: intl.formatMessage({ id: `orders.view.${name}` }) }))}
        value={view}
        onChange={showView}
        className={styles.tabs}
        tabClassName={styles.tab}
        panelClassName={styles.panel}
      >
        <OrdersOfView key={shown} name={shown} summary={summary} />
      </Tabs>
    </Page>
  )
}
