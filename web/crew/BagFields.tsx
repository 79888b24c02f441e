import type { OperatorOrder } from '@handsfree/core/contract'
import {
  type ActName,
  type ActProof,
  maxPhotosPerBag,
  proofOf,
  readBagCode,
  type StopActor,
  selectBagPhotos,
} from '@handsfree/core/crew'
import type { PhotoSetActor } from '@handsfree/core/photos'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PhotoGrid } from '../parts/photos/PhotoGrid.tsx'
import { Alert, ChipGroup, Field, TextControl } from '../ui/index.ts'
import styles from './ActSheet.module.css'
import { CodeField, type CodeFieldProps } from './CodeField.tsx'

/** Characters of a damage, and of a tag, seal or shelf (contract). */
const maxDamageLength = 200
export const maxCodeLength = 20

export type FieldsProps = {
  stop: StopActor
  order: OperatorOrder
  act: ActName
  proof: ActProof
  isReadOnly: boolean
  onChange: (changes: Partial<ActProof>) => void
}

type PickupEntry = ActProof['bags'][number]
type CheckEntry = ActProof['checks'][number]

const changeAt = <Entry,>(entries: readonly Entry[], index: number, changes: Partial<Entry>): Entry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry))

/** One part per bag: its tag, seal, photos and damage. */
export function PickupFields({ stop, proof: { bags }, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  return bags.map((bag, index) => {
    const number = index + 1
    const change = (changes: Partial<PickupEntry>) => onChange({ bags: changeAt(bags, index, changes) })
    return (
      <Bag key={number} legend={intl.formatMessage({ id: 'crewAct.bag' }, { number, count: bags.length })}>
        <BagCodeField
          label={intl.formatMessage({ id: 'crewAct.tag' })}
          isReadOnly={isReadOnly}
          value={bag.tagCode}
          onChange={(tagCode) => change({ tagCode })}
        />
        <BagCodeField
          label={intl.formatMessage({ id: 'crewAct.seal' })}
          isReadOnly={isReadOnly}
          value={bag.sealNumber}
          onChange={(sealNumber) => change({ sealNumber })}
        />
        <PhotosOfRow stop={stop} index={index} isReadOnly={isReadOnly} />
        <DamageField
          isFirst={index === 0}
          isReadOnly={isReadOnly}
          value={bag.damage}
          onChange={(damage) => change({ damage })}
        />
      </Bag>
    )
  })
}

/** One part per tagged bag: is it here, and does its seal match? */
export function CheckFields({ stop, act, proof: { checks, shelf }, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const canBeMissing = proofOf(act) === 'checks'
  const parts = checks.map((check, index) => {
    const { tagCode, knownSeal, found } = check
    const change = (changes: Partial<CheckEntry>) => onChange({ checks: changeAt(checks, index, changes) })
    const answers = [
      { value: 'sameSeal', label: intl.formatMessage({ id: 'crewAct.sameSeal' }), disabled: isReadOnly },
      { value: 'otherSeal', label: intl.formatMessage({ id: 'crewAct.otherSeal' }), disabled: isReadOnly },
      ...(canBeMissing
        ? [
            {
              value: 'missing' as const,
              label: intl.formatMessage({ id: 'crewAct.missing' }),
              disabled: isReadOnly,
            },
          ]
        : []),
    ] as const
    return (
      <Bag key={tagCode} legend={intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}>
        <p className={styles.seal}>{intl.formatMessage({ id: 'bags.seal' }, { seal: knownSeal })}</p>
        <ChipGroup
          label={intl.formatMessage({ id: 'crewAct.checkNamed' }, { tag: tagCode })}
          options={answers}
          value={found}
          onChange={(chosen) => change({ found: chosen })}
        />
        {found === 'otherSeal' && (
          <BagCodeField
            label={intl.formatMessage({ id: 'crewAct.sealNow' })}
            hint={intl.formatMessage({ id: 'crewAct.sealNowHint' })}
            isReadOnly={isReadOnly}
            value={check.sealNumber}
            onChange={(sealNumber) => change({ sealNumber })}
          />
        )}
        {(found === 'otherSeal' || found === 'missing') && (
          <Alert tone="coral" panel>
            <FormattedMessage id="crewAct.asksTraveller" />
          </Alert>
        )}
        {found !== null && found !== 'missing' && (
          <>
            <PhotosOfRow stop={stop} index={index} isReadOnly={isReadOnly} />
            <DamageField
              isReadOnly={isReadOnly}
              value={check.damage}
              onChange={(damage) => change({ damage })}
            />
          </>
        )}
      </Bag>
    )
  })
  if (canBeMissing) return parts
  return (
    <>
      {parts}
      <Field
        label={intl.formatMessage({ id: 'crewAct.shelf' })}
        hint={intl.formatMessage({ id: 'crewAct.shelfHint' })}
      >
        <TextControl
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          readOnly={isReadOnly}
          value={shelf}
          onChange={({ currentTarget }) => onChange({ shelf: currentTarget.value })}
        />
      </Field>
    </>
  )
}

type BagProps = { legend: string; children: ReactNode }

const Bag = ({ legend, children }: BagProps) => (
  <fieldset className={styles.bag}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
)

type BagCodeFieldProps = Pick<CodeFieldProps, 'label' | 'hint' | 'value' | 'isReadOnly' | 'onChange'>

function BagCodeField(props: BagCodeFieldProps) {
  const intl = useIntl()
  return (
    <CodeField
      {...props}
      maxLength={maxCodeLength}
      scanHint={intl.formatMessage({ id: 'crewAct.scanBag' })}
      scanForeign={intl.formatMessage({ id: 'crewAct.otherCode' })}
      read={readBagCode}
    />
  )
}

type DamageFieldProps = {
  isFirst?: boolean
  isReadOnly: boolean
  value: string
  onChange: (value: string) => void
}

function DamageField({ isFirst = false, isReadOnly, value, onChange }: DamageFieldProps) {
  const intl = useIntl()
  return (
    <Field
      label={intl.formatMessage({ id: 'crewAct.damage' })}
      hint={isFirst && intl.formatMessage({ id: 'crewAct.damageHint' })}
    >
      <TextControl
        autoComplete="off"
        maxLength={maxDamageLength}
        readOnly={isReadOnly}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}

type PhotosOfRowProps = Pick<FieldsProps, 'stop' | 'isReadOnly'> & { index: number }

/** The photos of a bag, or of all counted bags or a report. */
export function PhotosOfRow({ stop, index, isReadOnly }: PhotosOfRowProps) {
  const photoSet = useSelector(stop, (snapshot) => selectBagPhotos(snapshot, index))
  return photoSet && <BagPhotos photoSet={photoSet} isReadOnly={isReadOnly} />
}

type BagPhotosProps = { photoSet: PhotoSetActor; isReadOnly: boolean }

export function BagPhotos({ photoSet, isReadOnly }: BagPhotosProps) {
  const intl = useIntl()
  return (
    <PhotoGrid
      photoSet={photoSet}
      maxPhotos={maxPhotosPerBag}
      isEditable={!isReadOnly}
      legend={intl.formatMessage({ id: 'crewAct.photos' })}
      hint={intl.formatMessage({ id: 'crewAct.photosHint' }, { most: maxPhotosPerBag })}
      firstLabel={intl.formatMessage({ id: 'photo.take' })}
      labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
      error={undefined}
      isSentLater
    />
  )
}
