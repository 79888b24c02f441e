import type { QrSite } from '@handsfree/core/contract'
import { formatMoney, joinParts } from '@handsfree/core/i18n'
import { coverOfPiece, insuranceTierFor, maxDeclaredValue } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { Field, TextLink } from '../../ui/index.ts'
import { MoneyControl } from '../format/MoneyControl.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'

type DeclaredValueFieldProps = SectionProps & { place: QrSite; isForGuest: boolean }

export function DeclaredValueField({ form, place, isForGuest }: DeclaredValueFieldProps) {
  const intl = useIntl()
  const declaredValue = useDraftField(form, 'declaredValue')
  const declaredText = useDraftField(form, 'declaredText')
  const hasError = useFieldError(form, 'declaredValue') !== undefined
  const isEditable = useIsEditable(form)
  const { currency } = place.priceRule
  const money = (amount: number) => formatMoney({ amount, currency }, intl, { round: true })
  const tier = insuranceTierFor(place.insurancePlan, declaredValue)
  const maxValue = maxDeclaredValue(place.insurancePlan)
  const isInvalid = declaredText !== '' || declaredValue > maxValue
  return (
    <div id={fieldId('declaredValue')}>
      <Field
        label={intl.formatMessage({ id: 'orderForm.declaredValue' })}
        hint={joinParts([
          intl.formatMessage({ id: 'orderForm.optional' }),
          tier &&
            !isInvalid &&
            intl.formatMessage(
              {
                id: tier.premiumPerPiece.amount === 0 ? 'orderForm.coverIncluded' : 'orderForm.coverCosts',
              },
              {
                cover: money(coverOfPiece(tier, declaredValue)),
                premium: money(tier.premiumPerPiece.amount),
              },
            ),
        ])}
        error={
          hasError || isInvalid
            ? intl.formatMessage({ id: 'orderForm.coverUpTo' }, { most: money(maxValue) })
            : undefined
        }
      >
        <MoneyControl
          amount={declaredValue}
          invalidText={declaredText}
          currency={currency}
          readOnly={!isEditable}
          onChange={(declaredValue, declaredText) => changeDraft(form, { declaredValue, declaredText })}
        />
      </Field>
      {!isForGuest && (
        <div className={styles.insurance}>
          <TextLink href={`/insurance/city/${place.region.regionId}`} forward>
            {intl.formatMessage({ id: 'orderForm.insuranceLink' })}
          </TextLink>
        </div>
      )}
    </div>
  )
}
