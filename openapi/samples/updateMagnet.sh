# Make a magnet public. It needs a successful test send first. Set MAGNET_ID to its id.
curl -sS --fail-with-body -X PATCH -H "Authorization: Bearer $LODESTONE_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"status": "public"}' \
  "$LODESTONE_BASE_URL/v1/magnets/$MAGNET_ID"
