// The files of Clients/Map as bytes of the program. A new file is embedded here and named in the table.

#include "CEdgeDocuments.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t world_map_js[] = {
#embed "../../../Clients/Map/world-map.js"
};
static const uint8_t map_ground_js[] = {
#embed "../../../Clients/Map/map-ground.js"
};
static const uint8_t map_look_js[] = {
#embed "../../../Clients/Map/map-look.js"
};
static const uint8_t map_devices_js[] = {
#embed "../../../Clients/Map/map-devices.js"
};
static const uint8_t map_grid_js[] = {
#embed "../../../Clients/Map/map-grid.js"
};
static const uint8_t map_hand_js[] = {
#embed "../../../Clients/Map/map-hand.js"
};
static const uint8_t map_towns_js[] = {
#embed "../../../Clients/Map/map-towns.js"
};
static const uint8_t packed_js[] = {
#embed "../../../Clients/Map/packed.js"
};
static const uint8_t towns_js[] = {
#embed "../../../Clients/Map/towns.js"
};
static const uint8_t mercator_js[] = {
#embed "../../../Clients/Map/mercator.js"
};
static const uint8_t tiles_js[] = {
#embed "../../../Clients/Map/tiles.js"
};
static const uint8_t world_js[] = {
#embed "../../../Clients/Map/world.js"
};
static const uint8_t event_stream_js[] = {
#embed "../../../Clients/Map/event-stream.js"
};
static const uint8_t places_js[] = {
#embed "../../../Clients/Map/places.js"
};

#define FILE_NAMED(name, bytes) {name, {bytes, sizeof bytes}}

static const edge_page files[] = {
    FILE_NAMED("world-map.js", world_map_js),
    FILE_NAMED("map-ground.js", map_ground_js),
    FILE_NAMED("map-look.js", map_look_js),
    FILE_NAMED("map-devices.js", map_devices_js),
    FILE_NAMED("map-grid.js", map_grid_js),
    FILE_NAMED("map-hand.js", map_hand_js),
    FILE_NAMED("map-towns.js", map_towns_js),
    FILE_NAMED("packed.js", packed_js),
    FILE_NAMED("towns.js", towns_js),
    FILE_NAMED("mercator.js", mercator_js),
    FILE_NAMED("tiles.js", tiles_js),
    FILE_NAMED("world.js", world_js),
    FILE_NAMED("event-stream.js", event_stream_js),
    FILE_NAMED("places.js", places_js),
};

size_t edge_map_file_count(void) { return sizeof files / sizeof *files; }

edge_page edge_map_file_at(size_t position) { return files[position]; }
