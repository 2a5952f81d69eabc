# Every sending inbox, and how much all of them can send a day.
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/email-accounts"
