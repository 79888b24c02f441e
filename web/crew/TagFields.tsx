import { keptBagKinds } from '@handsfree/core/contract'
import { findTag, keptTags, unscannedTags, withTypedTag } from '@handsfree/core/crew'
import { joinParts, reportText } from '@handsfree/core/i18n'
import { X } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Checkbox, ChipGroup, Field, IconButton, StatusBadge, TextControl } from '../ui/index.ts'
import { type FieldsProps, maxCodeLength } from './BagFields.tsx'
import { CodeField } from './CodeField.tsx'
import { maxReasonLength } from './ReportFields.tsx'
import styles from './TagFields.module.css'

/** The tags of the loaded bags, and why others stay behind. */
export function LoadFields({ proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const missing = unscannedTags(proof).length
  return (
    <>
      <ScannedTags count="loaded" proof={proof} isReadOnly={isReadOnly} onChange={onChange} />
      {missing > 0 && proof.scannedTags.length > 0 && (
        <Field
          label={intl.formatMessage({ id: 'crewAct.whyNotLoaded' }, { count: missing })}
          hint={intl.formatMessage({ id: 'crewAct.whyNotLoadedHint' })}
        >
          <TextControl
            multiline
            maxLength={maxReasonLength}
            readOnly={isReadOnly}
            value={proof.reason}
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          />
        </Field>
      )}
    </>
  )
}

/** For orders with several bags: which are handed over, and why others stay. */
export function PartFields({ proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const { handOver, report } = proof
  if (proof.checks.length < 2) return null
  return (
    <>
      <Checkbox
        label={intl.formatMessage({ id: 'crewAct.onlySome' })}
        disabled={isReadOnly}
        checked={handOver.isPartial}
        onChange={(isPartial) => onChange({ handOver: { ...handOver, isPartial } })}
      />
      {handOver.isPartial && (
        <ScannedTags count="handed" proof={proof} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {keptTags(proof).length > 0 && proof.scannedTags.length > 0 && (
        <>
          <p className={styles.why} aria-hidden="true">
            {intl.formatMessage({ id: 'crewAct.whyKept' }, { count: keptTags(proof).length })}
          </p>
          <ChipGroup
            label={intl.formatMessage({ id: 'crewAct.whyKept' }, { count: keptTags(proof).length })}
            options={keptBagKinds.map((value) => ({
              value,
              label: reportText(intl, value),
              disabled: isReadOnly,
            }))}
            value={keptBagKinds.find((kind) => kind === report.kind) ?? null}
            onChange={(kind) => onChange({ report: { kind, bags: [] } })}
          />
          <Field
            label={intl.formatMessage({ id: 'crewAct.reasonOptional' })}
            hint={intl.formatMessage({ id: 'crewAct.keptHint' })}
          >
            <TextControl
              multiline
              maxLength={maxReasonLength}
              readOnly={isReadOnly}
              value={proof.reason}
              onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}

/** Characters of a shelf (contract). */
const maxShelfLength = 20

/** The bags that move, and their new shelf. */
export function ShelfFields(fields: FieldsProps) {
  const { proof, isReadOnly, onChange } = fields
  const intl = useIntl()
  return (
    <>
      <ChosenTags {...fields} />
      <Field label={intl.formatMessage({ id: 'crewShelf.new' })}>
        <TextControl
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxShelfLength}
          readOnly={isReadOnly}
          value={proof.shelf}
          onChange={({ currentTarget }) => onChange({ shelf: currentTarget.value })}
        />
      </Field>
    </>
  )
}

/** The act’s bags, of which all are chosen at first. */
export function ChosenTags({ proof: { checks, scannedTags }, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const tagCodes = checks.map(({ tagCode }) => tagCode)
  const toggle = (tagCode: string, isChosen: boolean) =>
    onChange({
      scannedTags: tagCodes.filter((code) => (code === tagCode ? isChosen : scannedTags.includes(code))),
    })
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        {joinParts([
          intl.formatMessage({ id: 'crewOrder.bags' }),
          `${scannedTags.length} / ${tagCodes.length}`,
        ])}
      </legend>
      {tagCodes.map((tagCode) => (
        <Checkbox
          key={tagCode}
          label={intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}
          checked={scannedTags.includes(tagCode)}
          disabled={isReadOnly}
          onChange={(isChosen) => toggle(tagCode, isChosen)}
        />
      ))}
    </fieldset>
  )
}

type ScannedTagsProps = Pick<FieldsProps, 'proof' | 'isReadOnly' | 'onChange'> & {
  count: 'loaded' | 'handed'
}

/** The act’s bags, each scanned or not, and a field to scan or type the next tag. */
function ScannedTags({ count, proof, isReadOnly, onChange }: ScannedTagsProps) {
  const intl = useIntl()
  const { checks, scannedTags, typedTag } = proof
  return (
    <div className={styles.scan}>
      <p className={styles.count} role="status">
        {intl.formatMessage({ id: `crewAct.${count}` }, { count: scannedTags.length, total: checks.length })}
      </p>
      <ul className={styles.tags}>
        {checks.map(({ tagCode }) => {
          const isScanned = scannedTags.includes(tagCode)
          return (
            <li key={tagCode}>
              <strong>{tagCode}</strong>
              <StatusBadge tone={isScanned ? 'mint' : 'plain'}>
                {intl.formatMessage({ id: isScanned ? 'crewAct.scanned' : 'crewAct.notScanned' })}
              </StatusBadge>
              {isScanned && (
                <IconButton
                  label={intl.formatMessage({ id: 'crewAct.unscan' }, { tag: tagCode })}
                  disabled={isReadOnly}
                  onClick={() => onChange({ scannedTags: scannedTags.filter((code) => code !== tagCode) })}
                >
                  <X size={20} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      {scannedTags.length < checks.length && (
        <CodeField
          label={intl.formatMessage({ id: 'crewAct.scanTag' })}
          hint={intl.formatMessage({ id: 'crewAct.scanTagHint' })}
          maxLength={maxCodeLength}
          isReadOnly={isReadOnly}
          value={typedTag}
          scanHint={intl.formatMessage({ id: 'crewAct.scanTagAim' })}
          scanForeign={intl.formatMessage({ id: 'crewAct.otherTag' })}
          read={(text) => findTag(proof, text)}
          onChange={(text) => onChange(withTypedTag(proof, text))}
        />
      )}
    </div>
  )
}
