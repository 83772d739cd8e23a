// Where a person was last, as that person reads it.

import HTTPInterface
import Models

extension JSONObject {
    /// What is kept; `position` is `null` where nothing is.
    init(standing: PositionStanding) {
        self.init()
        if let position = standing.position {
            var json = JSONObject()
            json.set("latitude", position.coordinate.latitude)
            json.set("longitude", position.coordinate.longitude)
            json.set("accuracy", position.accuracy)
            json.set("timestamp", position.at)
            set("position", json)
        } else {
            setOrNull("position", nil as String?)
        }
        set("allowed", standing.isAllowed)
    }
}
