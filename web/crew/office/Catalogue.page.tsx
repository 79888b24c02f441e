import { entryId, tables, toCells } from '@handsfree/core/catalogue'
import {
  type Catalogue,
  type CatalogueEntry,
  type CatalogueKind,
  catalogueKinds,
  operatorGetCatalogue,
} from '@handsfree/core/contract'
import { failureText } from '@handsfree/core/i18n'
import { createOfficeAct, exportCatalogue, type OfficeActActor } from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { Download, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { saveFile } from '../../app/save-file.ts'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Button,
  ChipGroup,
  ConfirmDialog,
  type DataColumn,
  DataTable,
  Field,
  TextControl,
  TextLink,
  toast,
} from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { OfficeProblem } from './OfficeProblem.tsx'
import { OfficeReading } from './OfficeReading.tsx'

export default function OfficeCatalogue() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const kind = catalogueKinds.find((one) => one === filterOf('kind')) ?? 'sites'
  return (
    <OfficePage titleKey="crewOffice.catalogue">
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.kind' })}
        layout="strip"
        options={catalogueKinds.map((value) => ({
          value,
          label: intl.formatMessage({ id: `crewOffice.kind.${value}` }),
        }))}
        value={kind}
        onChange={(value) => set('kind', value)}
      />
      <Kind key={kind} kind={kind} />
    </OfficePage>
  )
}

function Kind({ kind }: { kind: CatalogueKind }) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const reading = useScreenActor((app) => createReading(app, operatorGetCatalogue, { query: { kind } }))
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  return (
    <>
      <OfficeTools>
        <Field label={intl.formatMessage({ id: 'crewOffice.find' })}>
          <TextControl
            type="search"
            autoComplete="off"
            maxLength={60}
            value={filterOf('find')}
            onChange={({ currentTarget }) => set('find', currentTarget.value)}
          />
        </Field>
        <Button
          size="small"
          icon={<Upload size={20} aria-hidden="true" />}
          href="/crew/office/catalogue/import"
        >
          <FormattedMessage id="crewOffice.import" />
        </Button>
        <ExportAll />
        <Button size="small" href="/crew/office/catalogue/log">
          <FormattedMessage id="crewOffice.catalogueLog" />
        </Button>
        {kind === 'qrCodes' && (
          <Button size="small" href="/crew/office/catalogue/sheets">
            <FormattedMessage id="crewOffice.codeSheets" />
          </Button>
        )}
      </OfficeTools>
      <OfficeProblem actor={actor} />
      <OfficeReading reading={reading}>
        {({ catalogue }) => <Entries kind={kind} catalogue={catalogue} actor={actor} />}
      </OfficeReading>
    </>
  )
}

/** Downloads one file per kind, as the import reads them. */
function ExportAll() {
  const intl = useIntl()
  const app = useApp()
  const save = async () => {
    const files = await exportCatalogue(app)
    if (!files.ok) return toast.show(failureText(intl, files.error))
    for (const { name, text } of files.value)
      await saveFile(app, text, { name, type: name.endsWith('.svg') ? 'image/svg+xml' : 'text/csv' })
  }
  return (
    <Button size="small" icon={<Download size={20} aria-hidden="true" />} onClick={() => void save()}>
      <FormattedMessage id="crewOffice.export" />
    </Button>
  )
}

type Row = { id: string; cells: readonly string[]; isClosed: boolean }

/** A brand's pictures are their source text. */
const shortenSvg = (cell: string): string => (/^\s*<(?:svg|\?xml|!--)/.test(cell) ? 'SVG' : cell)

type EntriesProps = { kind: CatalogueKind; catalogue: Catalogue; actor: OfficeActActor }

function Entries({ kind, catalogue, actor }: EntriesProps) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const [closing, setClosing] = useState<string | null>(null)
  const close = (id: string) => {
    setClosing(null)
    actor.send({ type: 'act.send', act: { name: 'operatorCloseEntry', request: { body: { kind, id } } } })
  }
  const text = filterOf('find').trim().toLowerCase()
  const rows = useMemo(
    () =>
      (catalogue[kind] as CatalogueEntry[]).map(
        (entry): Row => ({
          id: entryId(kind, entry),
          cells: toCells(tables[kind].columns, entry).map(shortenSvg),
          isClosed: entry.closed,
        }),
      ),
    [catalogue, kind],
  )
  const shown = rows.filter(({ cells }) => cells.some((cell) => cell.toLowerCase().includes(text)))
  const columns = useMemo(
    (): readonly DataColumn<Row>[] => [
      ...tables[kind].columns
        .filter(([path]) => path !== 'closed')
        .map(([path], index) => ({ id: path, title: path, value: ({ cells }: Row) => cells[index] ?? '' })),
      {
        id: 'closed',
        title: intl.formatMessage({ id: 'crewOffice.state' }),
        value: ({ isClosed }) => (isClosed ? 'closed' : 'open'),
        cell: ({ id, isClosed }) =>
          isClosed ? (
            <FormattedMessage id="crewOffice.closed" />
          ) : (
            <TextLink
              aria-label={intl.formatMessage({ id: 'crewOffice.closeNamed' }, { id })}
              onClick={() => setClosing(id)}
            >
              <FormattedMessage id="crewOffice.close" />
            </TextLink>
          ),
      },
    ],
    [kind, intl],
  )
  return (
    <>
      <p className="soft" role="status">
        <FormattedMessage id="crewOffice.shownOf" values={{ shown: shown.length, all: rows.length }} />
      </p>
      <DataTable
        label={intl.formatMessage({ id: `crewOffice.kind.${kind}` })}
        rows={shown}
        columns={columns}
        idOf={({ id }) => id}
        sort={filterOf('sort')}
        onSort={(sort) => set('sort', sort)}
      />
      <ConfirmDialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={<FormattedMessage id="crewOffice.closeAsk" values={{ id: closing }} />}
        description={<FormattedMessage id="crewOffice.closeDetail" />}
        confirm={
          <Button kind="coral" onClick={() => closing !== null && close(closing)}>
            <FormattedMessage id="crewOffice.close" />
          </Button>
        }
        cancelLabel={<FormattedMessage id="crewOffice.keep" />}
      />
    </>
  )
}
