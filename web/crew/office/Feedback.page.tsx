import { operatorListFeedback } from '@handsfree/core/contract'
import { createOfficeList } from '@handsfree/core/office'
import { selectListed } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Listing } from '../../parts/reading/Listing.tsx'
import { Card, EmptyListPicture, EmptyState, StatusBadge } from '../../ui/index.ts'
import styles from './Employee.module.css'
import { OfficePage } from './OfficePage.tsx'
import { OfficeSkeleton } from './OfficeReading.tsx'
import { Pictures } from './Pictures.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

const typeKeys = ['feedback.type.hotel', 'feedback.type.platform'] as const

export default function OfficeFeedback() {
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListFeedback, {}, ({ feedbackId }) => feedbackId),
  )
  const items = useSelector(list, selectListed(list))
  return (
    <OfficePage titleKey="feedback.title">
      <Listing
        list={list}
        skeleton={<OfficeSkeleton />}
        staleKey="resource.stale"
        moreKey="common.loading"
        itemHeight="120px"
      >
        {items.length === 0 ? (
          <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewOffice.none" />} />
        ) : (
          <ul className={styles.part}>
            {items.map(({ feedbackId, type, text, images, createTime }) => (
              <li key={feedbackId}>
                <Card>
                  <div className={styles.part}>
                    <div className={styles.actions}>
                      <StatusBadge tone="plain">
                        <FormattedMessage id={typeKeys[type]} />
                      </StatusBadge>
                      <span className="soft">{timeText(createTime)}</span>
                    </div>
                    <p className={styles.words}>{text}</p>
                    <Pictures urls={images} />
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </OfficePage>
  )
}
