package coulisses;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import org.h2.mvstore.MVStore;

/** MongoDB's wire protocol over one H2 file, for machines on which no real MongoDB can be had. */
public final class MongoStandIn {

    /** Today's drivers reject the newest version that the library knows. */
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

    /** Reads documents by their id also where a query names further fields, for which the library reads the whole collection. */
    private static final class CollectionById extends H2Collection {
        private static final String ID = "_id";

        /** The names of the maps are the library's own. */
        CollectionById(
                MongoDatabase database,
                String name,
                CollectionOptions options,
                String namespace,
                MVStore store,
                CursorRegistry cursors) {
            super(
                    database,
                    name,
                    options,
                    store.openMap("databases." + namespace),
                    store.openMap("meta." + namespace),
                    cursors);
        }

        @Override
        protected QueryResult queryDocuments(
                Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
            if (query.size() > 1 && query.containsKey(ID)) {
                Document byId = new Document(ID, query.get(ID));
                for (Index<Object> index : getIndexes()) {
                    if (index.canHandle(byId)) {
                        return matchDocuments(query, index.getPositions(byId), orderBy, skip, limit, batchSize, fields);
                    }
                }
            }
            return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
        }
    }

    private static class BackendById extends H2Backend {
        BackendById(MVStore store) {
            super(store);
        }

        @Override
        protected MongoDatabase openOrCreateDatabase(String name) {
            // A captured variable: the constructor of H2Database opens collections before any field of a subclass is set.
            MVStore store = getMvStore();
            return new H2Database(name, store, getCursorRegistry()) {
                @Override
                protected MongoCollection<Object> openOrCreateCollection(String collection, CollectionOptions options) {
                    String namespace = getFullCollectionNamespace(collection);
                    return new CollectionById(this, collection, options, namespace, store, cursorRegistry);
                }
            };
        }
    }

    /** H2 writes once a second by itself; an acknowledged write has to survive a kill. */
    private static final class DurableBackend extends BackendById {
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

    /** Arguments: the port, and the file of the data (none: in memory). */
    public static void main(String[] arguments) {
        H2Backend backend = arguments.length > 1
                ? new DurableBackend(new MVStore.Builder().fileName(arguments[1]).open())
                : new BackendById(MVStore.open(null));
        backend.version(SEVEN);
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    }
}
