import { type Catalogue, type Locale, locales, operatorGetCatalogue } from '@handsfree/core/contract'
import { createReading } from '@handsfree/core/realtime'
import { Printer } from 'lucide-react'
import { use } from 'react'
import { createIntl, FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { fetchCrewMessages } from '../../app/messages.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, Field, QrCode, SelectControl } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import styles from './CodeSheets.module.css'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { OfficeReading } from './OfficeReading.tsx'

type Code = Catalogue['qrCodes'][number]
type Site = Catalogue['sites'][number]

/** Sheets are in both languages, whatever the operator reads. */
const loadIntls = async (): Promise<IntlShape[]> =>
  Promise.all(
    locales.map(async (locale) => createIntl({ locale, messages: await fetchCrewMessages(locale) })),
  )
let loading: Promise<IntlShape[]> | undefined

export default function OfficeCodeSheets() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const reading = useScreenActor((app) => createReading(app, operatorGetCatalogue, { query: {} }))
  return (
    <OfficePage titleKey="crewOffice.codeSheets" fallback="/crew/office/catalogue?kind=qrCodes">
      <OfficeReading reading={reading}>
        {({ publicUrl, catalogue: { sites, qrCodes } }) => {
          const site = sites.find(({ siteId }) => siteId === filterOf('site'))
          const codes = qrCodes.filter(({ siteId, closed }) => siteId === site?.siteId && !closed)
          return (
            <>
              <OfficeTools>
                <Field label={intl.formatMessage({ id: 'crewOffice.site' })}>
                  <SelectControl
                    value={site?.siteId ?? ''}
                    onChange={({ currentTarget }) => set('site', currentTarget.value)}
                  >
                    <option value="" disabled>
                      {intl.formatMessage({ id: 'crewOffice.choose' })}
                    </option>
                    {sites
                      .filter(({ closed }) => !closed)
                      .map(({ siteId, name }) => (
                        <option key={siteId} value={siteId}>
                          {name[intl.locale as Locale]}
                        </option>
                      ))}
                  </SelectControl>
                </Field>
                {codes.length > 0 && (
                  <Button
                    size="small"
                    icon={<Printer size={20} aria-hidden="true" />}
                    onClick={() => window.print()}
                  >
                    <FormattedMessage id="crewOffice.print" values={{ count: codes.length }} />
                  </Button>
                )}
              </OfficeTools>
              {site && codes.length === 0 && (
                <p role="status">
                  <FormattedMessage id="crewOffice.noCodes" />
                </p>
              )}
              {site && codes.length > 0 && (
                <Sheets site={site} codes={codes} origin={publicUrl ?? location.origin} />
              )}
            </>
          )
        }}
      </OfficeReading>
    </OfficePage>
  )
}

type SheetsProps = { site: Site; codes: readonly Code[]; origin: string }

function Sheets({ site, codes, origin }: SheetsProps) {
  loading ??= loadIntls()
  const intls = use(loading)
  const { host } = new URL(origin)
  return (
    <div className={styles.sheets}>
      {codes.map(({ qrId, roomNumber }) => (
        <article className={styles.sheet} key={qrId}>
          <h2>
            <FormattedMessage id="common.app_title" />
          </h2>
          {intls.map(({ locale, formatMessage }) => (
            <p className={styles.scan} key={locale} lang={locale}>
              {formatMessage({ id: 'qrSheet.scan' })}
            </p>
          ))}
          <QrCode value={new URL(`/order/create/${qrId}`, origin).href} label={qrId} size={212} />
          <p className={styles.code}>{qrId}</p>
          {intls.map(({ locale, formatMessage }) => (
            <p className={styles.hint} key={locale} lang={locale}>
              {formatMessage({ id: 'qrSheet.type' }, { address: host })}
            </p>
          ))}
          <p className={styles.site}>{locales.map((locale) => site.name[locale]).join(' · ')}</p>
          {roomNumber && (
            <p className={styles.site}>
              {intls
                .map(({ formatMessage }) => formatMessage({ id: 'qrSheet.room' }, { room: roomNumber }))
                .join(' · ')}
            </p>
          )}
        </article>
      ))}
    </div>
  )
}
