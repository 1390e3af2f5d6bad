package coulisses;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import org.h2.mvstore.MVStore;

/** MongoDB's wire protocol over one H2 file, for machines on which no real MongoDB can be had. */
public final class MongoStandIn {

    /** Today's drivers refuse the newest version that the library knows. */
    private static final MongoVersion SEVEN = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(7, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 21;
        }
    };

    /** H2 writes once a second by itself; an acknowledged write has to survive a kill. */
    private static final class DurableBackend extends H2Backend {
        DurableBackend(MVStore store) {
            super(store);
        }

        @Override
        public Document handleMessage(MongoMessage message) {
            Document response = super.handleMessage(message);
            commit();
            return response;
        }
    }

    private MongoStandIn() {}

    /** Arguments: the port, and the file to keep the data in (none: in memory). */
    public static void main(String[] arguments) {
        H2Backend backend = arguments.length > 1
                ? new DurableBackend(new MVStore.Builder().fileName(arguments[1]).open())
                : H2Backend.inMemory();
        backend.version(SEVEN);
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    }
}
