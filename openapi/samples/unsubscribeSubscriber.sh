# Opt a subscriber out, for good. Set SUBSCRIBER_ID to their id.
curl -sS --fail-with-body -X POST -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/subscribers/$SUBSCRIBER_ID/unsubscribe"
