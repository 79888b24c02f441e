import { createNotices, markNotices } from '@handsfree/core/crew'
import { formatTime } from '@handsfree/core/i18n'
import { type EmployeeNotification, employeeNotificationText } from '@handsfree/core/notifications'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { useApp } from '../app/useApp.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { Anchor, Button, EmptyListPicture, EmptyState, Page, Skeleton } from '../ui/index.ts'
import styles from './Notices.module.css'
import { OutboxStatus } from './OutboxStatus.tsx'

export default function CrewNotices() {
  const intl = useIntl()
  const app = useApp()
  const reading = useScreenActor(createNotices)
  const notices = useSelector(reading, selectValue(reading))
  const bar = <BackBar title={intl.formatMessage({ id: 'crewNotices.title' })} />
  if (notices === null) {
    return (
      <ReadingFallback
        reading={reading}
        bar={bar}
        loading={
          <LoadingPage bar={bar} labelKey="crewNotices.loading">
            <Skeleton shape="block" height="76px" />
            <Skeleton shape="block" height="76px" />
            <Skeleton shape="block" height="76px" />
          </LoadingPage>
        }
      />
    )
  }
  const unread = notices.filter(({ isRead }) => !isRead).map(({ id }) => id)
  return (
    <Page bar={bar}>
      <OutboxStatus />
      <ReadingStaleAlert reading={reading} />
      {unread.length > 0 && (
        <div className={styles.all}>
          <Button size="small" onClick={() => void markNotices(app, reading, unread)}>
            <FormattedMessage id="crewNotices.markAll" />
          </Button>
        </div>
      )}
      {notices.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewNotices.empty" />}>
          <FormattedMessage id="crewNotices.emptyDetail" />
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {notices.map((notice) => (
            <Notice
              key={notice.id}
              notice={notice}
              onRead={() => notice.isRead || void markNotices(app, reading, [notice.id])}
            />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Notice({ notice, onRead }: { notice: EmployeeNotification; onRead: () => void }) {
  const intl = useIntl()
  const now = useNow()
  const { platform } = useApp()
  const { createTime, zone, isRead, content } = notice
  const time = formatTime(createTime, {
    intl,
    now,
    timeZone: zone?.timeZone ?? platform.timeZone(),
    city: zone?.city,
  })
  const text = employeeNotificationText(intl, notice)
  return (
    <li className={styles.notice} data-unread={!isRead || undefined}>
      <div className={styles.head}>
        <time className="soft" dateTime={createTime}>
          {time}
        </time>
        {!isRead && (
          <span className={styles.unread}>
            <FormattedMessage id="crewNotices.unread" />
          </span>
        )}
      </div>
      {content.orderId ? (
        <Anchor className={styles.text} href={`/crew/orders/${content.orderId}`} onClick={onRead}>
          {text}
        </Anchor>
      ) : (
        <p className={styles.text}>{text}</p>
      )}
    </li>
  )
}
