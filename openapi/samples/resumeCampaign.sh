# Resume a campaign. Set CAMPAIGN_ID to its id.
curl -sS --fail-with-body -X POST -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/campaigns/$CAMPAIGN_ID/resume"
