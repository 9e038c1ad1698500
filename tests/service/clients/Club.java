import com.fasterxml.jackson.databind.ObjectMapper;
import daifu.api.BulkApi;
import daifu.api.RecordApi;
import daifu.api.RecordsApi;
import daifu.api.StatisticsApi;
import daifu.api.TournamentChangesApi;
import daifu.api.TournamentLogApi;
import daifu.api.TournamentsApi;
import daifu.client.ApiClient;
import daifu.client.ApiResponse;
import daifu.model.Corrected;
import daifu.model.Log;
import daifu.model.Page;
import daifu.model.Record;
import daifu.model.Tournament;
import daifu.model.TournamentBeginning;
import daifu.model.TournamentEntered;
import daifu.model.Uploaded;
import java.nio.file.Files;
import java.util.List;

/** A club's evening through the client that openapi-generator makes of the contract: `java Club URL TOKEN`. */
class Club {
  static final String RECORD =
      """
      {"format": "daifu/1", "rules": "dalmuti", "players": ["Haru", "Natsu", "Aki", "Fuyu"],
       "event": {"name": "Friday", "date": "2026-08-14", "our own": "kept"},
       "deals": [{"result": {"order": [2, 1, 4, 3]}}], "notes": "%s"}
      """;

  static void same(Object value, Object expected) {
    if (!expected.equals(value)) throw new AssertionError("expected " + expected + ", found " + value);
  }

  public static void main(String[] given) throws Exception {
    ObjectMapper json = new ObjectMapper();
    ApiClient client = new ApiClient();
    client.updateBaseUri(given[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + given[1]));

    RecordsApi records = new RecordsApi(client);
    RecordApi record = new RecordApi(client);
    Uploaded stored = records.addRecord(client.getObjectMapper().readValue(RECORD.formatted("one"), Record.class), null, null);
    same(stored.getStatus(), Uploaded.StatusEnum.CREATED);
    same(stored.getReport().getDeals().get(0).getOrder().get(0), 2L);

    ApiResponse<Record> found = record.readRecordWithHttpInfo(stored.getId(), null, null, null);
    same(found.getData().getEvent().getAdditionalProperty("our own"), "kept");
    String tag = found.getHeaders().get("etag").get(0);
    Record better = found.getData();
    better.getDeals().get(0).getResult().setOrder(List.of(1, 2, 4, 3));
    Corrected corrected = record.correctRecord("misread", tag, stored.getId(), better, null);
    same(corrected.getRevision(), 2L);

    String lines = json.readTree(RECORD.formatted("two")) + "\n" + json.readTree(RECORD.formatted("three"));
    List<String> answers = Files.readAllLines(new BulkApi(client).addRecords(null, lines).toPath());
    same(json.readTree(answers.get(answers.size() - 1)).get("created").asInt(), 2);

    int seen = 0;
    String next = null;
    do {
      Page page = records.listRecords(null, null, null, null, null, null, null, null, null, null, null, 2, next, null, null);
      seen += page.getRecords().size();
      next = page.getNext();
    } while (next != null);
    same(seen, 3);

    Object deals = new StatisticsApi(client)
        .readProfileStats("dalmuti", null, null, null, null, null, null, null, null)
        .getFigures().get("deals").getValue();
    same(deals.toString(), "3");

    Tournament cup = new TournamentsApi(client)
        .createTournament(new TournamentBeginning().name("Cup of Java").rules("dalmuti"), null);
    TournamentEntered entered = new TournamentEntered().change(TournamentEntered.ChangeEnum.ENTERED).name("Haru");
    String version = "\"" + cup.getVersion() + "\"";
    new TournamentChangesApi(client).changeTournament(version, cup.getId(), entered, null, null);
    Log log = new TournamentLogApi(client).readTournamentLog(cup.getId(), 1L, null, null, null);
    same(log.getEntries().get(0).getChange().getTournamentEntered().getName(), "Haru");
  }
}
