import { type CatalogueOperation, operatorListCatalogueLog } from '@handsfree/core/contract'
import { createOfficeList } from '@handsfree/core/office'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import type { DataColumn } from '../../ui/index.ts'
import { ChangeText } from './ChangeText.tsx'
import { OfficeList } from './OfficeList.tsx'
import { OfficePage } from './OfficePage.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

export default function OfficeCatalogueLog() {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListCatalogueLog, {}, ({ operationId }) => operationId),
  )
  const columns = useMemo(
    (): readonly DataColumn<CatalogueOperation>[] => [
      {
        id: 'time',
        title: intl.formatMessage({ id: 'crewOffice.time' }),
        value: ({ time }) => timeText(time),
      },
      { id: 'actor', title: intl.formatMessage({ id: 'crewOffice.who' }), value: ({ actor }) => actor },
      {
        id: 'change',
        title: intl.formatMessage({ id: 'crewOffice.what' }),
        value: ({ id }) => id,
        cell: (operation) => <ChangeText {...operation} />,
      },
    ],
    [intl, timeText],
  )
  return (
    <OfficePage titleKey="crewOffice.catalogueLog" fallback="/crew/office/catalogue">
      <OfficeList
        list={list}
        label={intl.formatMessage({ id: 'crewOffice.catalogueLog' })}
        columns={columns}
        idOf={({ operationId }) => operationId}
      />
    </OfficePage>
  )
}
