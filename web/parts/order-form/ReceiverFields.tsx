import { type DraftReceiver, recentRecipientName } from '@handsfree/core/booking'
import { type Locale, locales, type SavedEntry } from '@handsfree/core/contract'
import { selectLocale } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Button, ChipGroup, Field, TextControl } from '../../ui/index.ts'
import { DialCodeSelect } from '../phone/DialCodeSelect.tsx'
import { PhoneControl } from '../phone/PhoneControl.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'
import { SaveForNextTime } from './SaveForNextTime.tsx'

const languageNames: Record<Locale, string> = { 'en-US': 'English', 'zh-CN': '中文' }

type ReceiverFieldsProps = SectionProps & { saved: readonly SavedEntry[]; canSave: boolean }

export function ReceiverFields({ form, saved, canSave }: ReceiverFieldsProps) {
  const intl = useIntl()
  const locale = useSelector(useApp().language, selectLocale)
  const recentName = recentRecipientName(useApp())
  const receiver = useDraftField(form, 'receiver')
  const nameError = useFieldError(form, 'receiverName')
  const phoneError = useFieldError(form, 'receiverPhone')
  const isEditable = useIsEditable(form)
  const change = (patch: Partial<DraftReceiver>) => changeDraft(form, { receiver: { ...receiver, ...patch } })
  const isSaved = saved.some(({ content }) => content.kind === 'receiver' && content.name === recentName)
  const offersName = receiver.who === 'other' && recentName !== '' && receiver.name === '' && !isSaved
  return (
    <div className={styles.fields}>
      <div id={fieldId('receiverName')}>
        <Field label={intl.formatMessage({ id: 'orderForm.receiverName' })} error={nameError}>
          <TextControl
            autoComplete={receiver.who === 'me' ? 'name' : 'off'}
            maxLength={60}
            readOnly={!isEditable}
            value={receiver.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
        {offersName && (
          <div className={styles.offer}>
            <Button
              kind="ghost"
              size="small"
              disabled={!isEditable}
              onClick={() => change({ name: recentName })}
            >
              {intl.formatMessage({ id: 'orderForm.recentName' }, { name: recentName })}
            </Button>
          </div>
        )}
      </div>
      <div id={fieldId('receiverPhone')}>
        <Field label={intl.formatMessage({ id: 'orderForm.receiverPhone' })} error={phoneError}>
          <PhoneControl
            autoComplete={receiver.who === 'me' ? 'tel-national' : 'off'}
            readOnly={!isEditable}
            phone={receiver}
            onChange={change}
            start={<DialCodeSelect phone={receiver} disabled={!isEditable} onChange={change} />}
          />
        </Field>
      </div>
      {receiver.who === 'other' && (
        <div className={styles.region}>
          <span>{intl.formatMessage({ id: 'orderForm.receiverLanguage' })}</span>
          <ChipGroup
            label={intl.formatMessage({ id: 'orderForm.receiverLanguage' })}
            value={receiver.locale ?? locale}
            options={locales.map((value) => ({
              value,
              label: <span lang={value}>{languageNames[value]}</span>,
              disabled: !isEditable,
            }))}
            onChange={(value) => change({ locale: value })}
          />
          <p className="small">{intl.formatMessage({ id: 'orderForm.receiverLanguageDetail' })}</p>
        </div>
      )}
      {receiver.who === 'other' && canSave && (
        <SaveForNextTime
          saves={receiver.save ?? false}
          disabled={!isEditable}
          onChange={(save) => change({ save })}
        />
      )}
    </div>
  )
}
