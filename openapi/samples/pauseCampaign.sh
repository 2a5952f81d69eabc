# Pause a campaign, and say why. Set CAMPAIGN_ID to its id.
curl -sS --fail-with-body -X POST -H "Authorization: Bearer $LODESTONE_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"reason": "Reworking step two"}' \
  "$LODESTONE_BASE_URL/v1/campaigns/$CAMPAIGN_ID/pause"
