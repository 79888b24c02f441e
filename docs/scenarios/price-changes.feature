Feature: The price changes

  The confirmation says what is paid. If that is no longer so, it says that first.

  Scenario: Asks again before more is paid
    Given `placement` from "the confirmation, reloaded"
    When `resolveQr: found`
    And `quoteOrder: quoted`
    Then the page is "Review and pay"
    When `order.submit`
    Then the state is `creating`
    And `order.submit` is not possible
    When `submission.refused (price changed)`
    Then the state is `confirming`
    And the page is "Review and pay"
    When `order.submit`
    And `submission.accepted (made)`
    Then the state is `paying`
