module seam.example/seamadapter

go 1.21
